import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metric } from './exposition.ts'

export type ProcessMetrics = { read: () => Metric[]; stop: () => void }

const perNanosecond = 1e-9

/** Watches this process: its memory, its processor time, and how long its event loop kept work waiting. */
export function watchProcess(): ProcessMetrics {
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  return {
    read() {
      const memory = process.memoryUsage()
      const cpu = process.cpuUsage()
      const lagSamples = [0.5, 0.9, 0.99, 1].map((quantile) => ({
        labels: { quantile: String(quantile) },
        value: (quantile === 1 ? lag.max : lag.percentile(quantile * 100)) * perNanosecond,
      }))
      // Each reading tells of the time since the one before.
      lag.reset()
      return [
        gauge('process_resident_memory_bytes', 'Memory the process occupies.', memory.rss),
        gauge('nodejs_heap_size_used_bytes', 'Heap in use.', memory.heapUsed),
        gauge('nodejs_heap_size_total_bytes', 'Heap set aside.', memory.heapTotal),
        gauge('nodejs_external_memory_bytes', 'Memory outside the heap.', memory.external),
        {
          name: 'process_cpu_seconds_total',
          help: 'Processor time, of the process and of the system for it.',
          type: 'counter',
          samples: [{ value: (cpu.user + cpu.system) / 1e6 }],
        },
        gauge(
          'process_start_time_seconds',
          'When the process started, as a Unix time.',
          Math.round(performance.timeOrigin / 1000),
        ),
        {
          name: 'nodejs_eventloop_lag_seconds',
          help: 'How much later than due the event loop got to its work since the last reading.',
          type: 'gauge',
          samples: lagSamples,
        },
      ]
    },
    stop: () => void lag.disable(),
  }
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: 'gauge', samples: [{ value }] }
}
