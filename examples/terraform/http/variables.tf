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

variable "inputs" {
  description = "What the tree is told about the job."
  type        = any
  default     = { model = "other", latency_critical = false, vms = 2, gpus = 16 }
}

variable "constraints" {
  description = "What the machines must meet. What the tree is told as well, such as `vms`, need not be said twice."
  type        = any
  default     = { number_format = "bf16", memory_gb_per_accelerator = 20, consumption = "on_demand" }
}
