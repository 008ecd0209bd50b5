/** A step that puts files into a stage. `from` is null for the build's context, else a stage. */
export type Step =
  | { kind: 'run'; workdir: string; command: string }
  | { kind: 'copy'; workdir: string; from: string | null; source: string; to: string; owner: number | null }

type Stage = { name: string; base: string; steps: Step[] }

export type Dockerfile = {
  stages: Stage[]
  /** Of the last stage. */
  environment: Record<string, string>
  user: string | null
  healthCheck: string[] | null
  command: string[] | null
}

/** Reads the instructions that our Dockerfile is made of. Throws at any other, which nobody would look at here. */
export function readDockerfile(text: string): Dockerfile {
  const read: Dockerfile = { stages: [], environment: {}, user: null, healthCheck: null, command: null }
  let workdir = '/'
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, instruction = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    const stage = read.stages.at(-1)
    switch (instruction) {
      case 'FROM': {
        const [base = '', , name = 'last'] = rest.split(' ')
        read.stages.push({ name, base, steps: [] })
        Object.assign(read, { environment: {}, user: null, healthCheck: null, command: null })
        break
      }
      case 'WORKDIR':
        workdir = rest
        break
      case 'RUN':
        stage?.steps.push({ kind: 'run', workdir, command: rest })
        break
      case 'COPY':
        stage?.steps.push({ kind: 'copy', workdir, ...readCopy(rest) })
        break
      case 'ENV':
        Object.assign(read.environment, Object.fromEntries(rest.split(' ').map((pair) => pair.split('='))))
        break
      case 'USER':
        read.user = rest
        break
      case 'HEALTHCHECK':
        read.healthCheck = JSON.parse(rest.slice(rest.indexOf('[')))
        break
      case 'CMD':
        read.command = JSON.parse(rest)
        break
      case 'EXPOSE':
      case 'VOLUME':
        break
      default:
        throw new Error(`the Dockerfile has an instruction that is not read: ${line}`)
    }
  }
  return read
}

function readCopy(rest: string) {
  const words = rest.split(' ')
  const flag = (name: string) => words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
  const [source = '', to = ''] = words.filter((word) => !word.startsWith('--'))
  const owner = flag('chown')
  return { from: flag('from') ?? null, source, to, owner: owner ? Number.parseInt(owner, 10) : null }
}
