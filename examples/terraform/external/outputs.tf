locals {
  machines = data.external.machines.result # a flat map of strings
}

output "machine_type" {
  value = local.machines.machine_type
}

output "vms" {
  value = tonumber(local.machines.vms)
}

output "price_per_hour" {
  description = "List price of all VMs together, in US dollars; null where none is known."
  value       = try(tonumber(local.machines.price_per_hour), null)
}
