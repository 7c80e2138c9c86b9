data "external" "machines" {
  program = local.program
  query   = local.query
}
