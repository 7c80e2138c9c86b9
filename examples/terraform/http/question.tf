locals {
  url  = "${var.server}/v1/recommendations/${var.rule}?format=terraform"
  body = jsonencode({ inputs = var.inputs, constraints = var.constraints })
}
