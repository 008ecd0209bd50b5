import { Badge } from '#web/ui/badge.tsx'

/** Method and endpoint, as they are asked. */
export function EndpointLine({ method, endpoint }: { method: string; endpoint: string }) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Badge>{method}</Badge>
      <code className="min-w-0 font-mono text-[0.875rem] break-all">{endpoint}</code>
    </p>
  )
}
