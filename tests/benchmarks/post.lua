-- For wrk: posts the bodies of a file, one a line, in turns; prints what came of it as JSON.
local requests, turn = {}, 0

function init(args)
  wrk.headers["Content-Type"] = "application/json"
  for body in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("POST", nil, nil, body)
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end

function done(summary)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  print(string.format(
    '\n{"requests": %d, "microseconds": %d, "failed": %d}', summary.requests, summary.duration, failed
  ))
end
