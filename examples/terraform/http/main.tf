data "http" "machines" {
  url             = local.url
  method          = "POST"
  request_headers = { "Content-Type" = "application/json" }
  request_body    = local.body

  retry {
    attempts = 3 # after 429, 5xx and a connection that breaks, and after nothing else
  }

  lifecycle {
    # 422: no machine meets the constraints, or an input is missing; `detail` has the reasons.
    postcondition {
      condition     = self.status_code == 200
      error_message = try(jsondecode(self.response_body).detail, "${local.url} answered ${self.status_code}.")
    }
  }
}
