terraform {
  required_version = ">= 1.2" # postconditions

  required_providers {
    http = {
      source  = "hashicorp/http"
      version = "~> 3.4"
    }
  }
}
