import { execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readDockerfile, type Step } from './read-dockerfile.ts'
import { root } from './run.ts'

/**
 * `npm run image:try`, as root on Linux: does what the Dockerfile says in a clean folder, from what is committed, and starts the
 * product from there as the image's user, in a root of its own that is read-only but for /data, /backups and /tmp. Says what it
 * measures in, and that the health check answers. It stands in for `docker build` where there is no Docker; base images are
 * taken from this machine: its Node, the programs that the image takes over, and the libraries that they need.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'image-'))
const stages = new Map<string, string>()
const mounted: string[] = []
let failed = true
try {
  const image = build()
  const environment = readDockerfile(readFileSync(path.join(root, 'Dockerfile'), 'utf8')).environment
  report(image)
  failed = !(await startsIn(image, environment))
} finally {
  for (const place of mounted.toReversed()) execFileSync('umount', ['-l', place])
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failed ? 1 : 0

/** Does the steps of every stage and answers the folder of the last. */
function build(): string {
  const { stages: all } = readDockerfile(readFileSync(path.join(root, 'Dockerfile'), 'utf8'))
  let last = ''
  for (const { name, steps } of all) {
    last = path.join(folder, name)
    mkdirSync(last)
    stages.set(name, last)
    for (const step of steps) perform(step, last)
  }
  addLibraries(last)
  return last
}

function perform(step: Step, stage: string): void {
  const at = path.join(stage, step.workdir)
  mkdirSync(at, { recursive: true })
  if (step.kind === 'run') {
    console.log(`RUN ${step.command}`)
    execFileSync('sh', ['-c', step.command], { cwd: at, stdio: 'inherit' })
    return
  }
  const target = path.join(step.to.startsWith('/') ? stage : at, step.to)
  if (step.from === null) {
    copyContext(target)
    return
  }
  const source = programOfThisMachine(step.source) ?? path.join(stages.get(step.from) ?? '', step.source)
  cpSync(source, target, { recursive: true, verbatimSymlinks: true })
  if (step.owner !== null) chownSync(target, step.owner, step.owner)
}

/**
 * Returns the program that stands in for one of the base image: for Node, the one that runs this.
 */
function programOfThisMachine(source: string): string | null {
  if (!/^\/usr\/(?:local\/)?bin\//.test(source)) return null
  return source === '/usr/local/bin/node' ? process.execPath : source
}

/** What is committed, less what .dockerignore names: as Docker sends it, but for what lies about. */
function copyContext(target: string): void {
  const ignored = readFileSync(path.join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  const isIgnored = (file: string) =>
    ignored.some((pattern) => path.matchesGlob(file, pattern) || path.matchesGlob(file, `${pattern}/**`))
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of files) {
    if (file && !isIgnored(file)) cpSync(path.join(root, file), path.join(target, file))
  }
}

/** In place of the base image: the libraries that its programs are linked with, where the system looks for them. */
function addLibraries(image: string): void {
  for (const program of ['usr/local/bin/node', 'usr/bin/flock', 'usr/bin/sync']) {
    const libraries = execFileSync('ldd', [path.join(image, program)], { encoding: 'utf8' })
    for (const [, library = ''] of libraries.matchAll(/(\/\S+) \(0x/g)) {
      mkdirSync(path.join(image, path.dirname(library)), { recursive: true })
      copyFileSync(library, path.join(image, library))
    }
  }
  for (const place of ['tmp', 'dev', 'proc']) mkdirSync(path.join(image, place), { recursive: true })
  for (const [name, minor] of [
    ['null', '3'],
    ['urandom', '9'],
  ] as const) {
    execFileSync('mknod', ['-m', '666', path.join(image, 'dev', name), 'c', '1', minor])
  }
}

function report(image: string): void {
  const megabytes = (place: string) => (sizeOf(path.join(image, place)) / 1e6).toFixed(0)
  console.log(
    `/srv/clearday: ${megabytes('srv/clearday')} MB, of it node_modules: ${megabytes('srv/clearday/node_modules')} MB`,
  )
  console.log(`Node: ${megabytes('usr/local/bin')} MB, without the base image`)
}

function sizeOf(place: string): number {
  const entry = lstatSync(place)
  if (!entry.isDirectory()) return entry.size
  return readdirSync(place).reduce((sum, name) => sum + sizeOf(path.join(place, name)), 0)
}

/** Starts the product in the image's folder as its root, read-only, and answers whether its health check did. */
async function startsIn(image: string, environment: Record<string, string>): Promise<boolean> {
  const port = '3987'
  const env = {
    ...environment,
    NODE_ENV: '',
    SANDBOX: '1',
    HOST: '127.0.0.1',
    PORT: port,
    SITE_URL: `http://localhost:${port}`,
  }
  const mount = (...args: string[]) => {
    execFileSync('mount', args)
    const place = args.at(-1) ?? ''
    if (!mounted.includes(place)) mounted.push(place)
  }
  const written = ['data', 'backups'].map((name) => path.join(folder, `volume-${name}`))
  for (const volume of written) {
    mkdirSync(volume)
    chownSync(volume, 65_532, 65_532)
  }
  mount('--bind', image, image)
  mount('-o', 'remount,bind,ro', image)
  mount('--bind', written[0] ?? '', path.join(image, 'data'))
  mount('--bind', written[1] ?? '', path.join(image, 'backups'))
  mount('-t', 'tmpfs', '-o', 'mode=1777,size=64m', 'tmpfs', path.join(image, 'tmp'))
  mount('-t', 'proc', 'proc', path.join(image, 'proc'))
  // In the root folder rather than in the image's: no program of ours may mind.
  const inside = (program: string) =>
    spawn(
      '/usr/sbin/chroot',
      [
        '--userspec=65532:65532',
        '--groups=65532',
        image,
        '/usr/local/bin/node',
        `/srv/clearday/scripts/${program}`,
      ],
      { env, stdio: 'inherit' },
    )
  const server = inside('start.ts')
  try {
    for (let tries = 0; tries < 60 && server.exitCode === null; tries++) {
      await sleep(1000)
      const check = inside('is-ready.ts')
      const code = await new Promise<number | null>((resolve) => check.once('exit', resolve))
      if (code !== 0) continue
      const page = await fetch(`http://127.0.0.1:${port}/`)
      const checklists = existsSync(path.join(image, 'tmp/checklists/a1.pdf'))
      const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]
      console.log(
        `ready after ${tries + 1} s; / answers ${page.status}; checklists drawn: ${checklists}; ${Math.round(Number(memory) / 1024)} MB of memory`,
      )
      return page.status === 200 && checklists
    }
    console.error('the health check never answered')
    return false
  } finally {
    server.kill('SIGTERM')
    await new Promise((resolve) => (server.exitCode === null ? server.once('exit', resolve) : resolve(null)))
  }
}
