variable "server" {
  description = "Where gpu-rules serves. Empty: the rules in ./rules, or those in the package, without a service."
  type        = string
  default     = ""
}

variable "rule" {
  description = "The tree that chooses the accelerator."
  type        = string
  default     = "training-gpu"
}

variable "job" {
  description = "Inputs of the tree, and constraints on the machines. What is empty counts as not given."
  type        = map(string)
  default = {
    model                     = "other"
    latency_critical          = "false"
    vms                       = "2"
    gpus                      = "16"
    number_format             = "bf16"
    memory_gb_per_accelerator = "20"
    consumption               = "on_demand"
    max_price_per_hour        = ""
  }
}
