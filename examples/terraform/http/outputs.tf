locals {
  machines = jsondecode(data.http.machines.response_body) # a flat object of strings
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
