"""What the AWS Lambda is made of: event, settings, guard, log, metrics. `handler.aws` is the door itself."""
