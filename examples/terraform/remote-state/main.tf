# The answer comes as a state, which Terraform reads by itself: there is no provider to install.
data "terraform_remote_state" "machines" {
  backend = "http"
  config = {
    address   = local.question
    retry_max = "3" # after 5xx, and from Terraform 1.6 on after 429, but not after another answer
  }
}

locals {
  machines = data.terraform_remote_state.machines.outputs
}
