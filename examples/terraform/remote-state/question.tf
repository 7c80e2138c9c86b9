locals {
  query    = join("&", [for name, value in merge(var.job, { format = "tfstate" }) : "${name}=${urlencode(value)}"])
  question = "${var.server}/v1/recommendations/${var.rule}?${local.query}"
}
