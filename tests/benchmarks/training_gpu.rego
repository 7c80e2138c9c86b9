# `training-gpu` for regorus: the same conditions in the same order. As in jdm.py, the inputs are not checked.
package training_gpu

decision := {"outcome": "nvlink", "path": [{"node": "model_class", "branch": 1}]} if {
	input.model == "large-transformer"
} else := {"outcome": "t4_l4", "path": [{"node": "model_class", "branch": 2}]} if {
	input.model == "small"
} else := {"outcome": "t4_l4", "path": [{"node": "model_class", "branch": 3}]} if {
	input.vms == 1
} else := {"outcome": "nvlink", "path": [{"node": "model_class", "branch": null}, {"node": "distributed", "branch": 1}]} if {
	large_or_urgent
} else := {"outcome": "l4", "path": [{"node": "model_class", "branch": null}, {"node": "distributed", "branch": null}]}

large_or_urgent if input.vms > 4

large_or_urgent if input.gpus > 32

large_or_urgent if input.latency_critical
