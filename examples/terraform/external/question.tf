locals {
  program = ["gpu-rules", "terraform", "--server", var.server]
  query   = merge(var.job, { rule = var.rule })
}
