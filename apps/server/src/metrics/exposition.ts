/** Prometheus' text format, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

export type Labels = Record<string, string>
export type Sample = { suffix?: string; labels?: Labels; value: number }
export type Metric = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: readonly Sample[]
}

/** Writes metrics as Prometheus reads them. */
export function expose(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, help, type, samples }) => {
      const lines = samples.map(
        ({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelText(labels)} ${value}`,
      )
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n')
    })
    .join('\n')
    .concat('\n')
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"')
}
