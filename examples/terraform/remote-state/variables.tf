variable "server" {
  description = "Where gpu-rules serves."
  type        = string
  default     = "http://127.0.0.1:8000"
}

variable "rule" {
  description = "The tree that chooses the accelerator."
  type        = string
  default     = "training-gpu"
}

variable "job" {
  description = "Inputs of the tree, and constraints on the machines."
  type        = map(string)
  default = {
    model                     = "other"
    latency_critical          = "false"
    vms                       = "2"
    gpus                      = "16"
    number_format             = "bf16"
    memory_gb_per_accelerator = "20"
    consumption               = "on_demand"
  }
}
