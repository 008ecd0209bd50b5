import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readDockerfile } from './read-dockerfile.ts'
import { root } from './run.ts'

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const image = readDockerfile(textOf('Dockerfile'))
const ignored = textOf('.dockerignore').split('\n')

/** What the first stage makes, and the repository does not hold. */
const built = new Set([
  '/usr/local/bin/node',
  '/usr/bin/flock',
  '/usr/bin/sync',
  'node_modules',
  'apps/web/dist',
  'empty',
])

test('everything that the image takes over is there, and gets past .dockerignore', () => {
  const copied = image.stages.flatMap(({ steps }) =>
    steps.flatMap((step) =>
      step.kind === 'copy' && step.from ? [step.source.replace('/srv/clearday/', '')] : [],
    ),
  )

  expect(copied.length).toBeGreaterThan(8)
  expect(copied.filter((source) => !built.has(source) && !existsSync(path.join(root, source)))).toEqual([])
  expect(copied.filter((source) => !built.has(source) && ignored.includes(source))).toEqual([])
})

test('every program that the product starts is taken over', () => {
  const sources = globSync('{apps/server,packages/platform}/src/**/*.ts', { cwd: root })
  const started = sources.flatMap((file) =>
    [...textOf(file).matchAll(/\b(?:spawn|execFile)\)?\('(\w+)'/g)].map(([, name]) => name),
  )
  const copied = image.stages.flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'copy' ? [path.basename(step.to)] : [])),
  )

  expect(started).toEqual(expect.arrayContaining(['flock', 'sync']))
  expect(started.filter((name) => !copied.includes(name ?? ''))).toEqual([])
})

test('no secret and no data get into it', () => {
  expect(ignored).toEqual(expect.arrayContaining(['.env', '.env.*', 'data', 'data.keys', '*.sealed', '.git']))
})

test('it runs as nobody of note, and its commands are there', () => {
  const programs = [image.healthCheck, image.command].map((command) => command?.at(-1) ?? '')

  expect(image.user).toMatch(/^[1-9]\d+:[1-9]\d+$/)
  expect(programs).toEqual(['scripts/is-ready.ts', 'scripts/start.ts'])
  expect(programs.filter((program) => !existsSync(path.join(root, program)))).toEqual([])
  expect(image.environment.DATA_DIR).toMatch(/^\/data\//)
})

test('beside its proxy it can write nowhere else, and believes nobody but the proxy', () => {
  const compose = textOf('compose.yaml')
  const [, app = ''] = /\n {2}app:\n(.*?)\n\n {2}proxy:/s.exec(compose) ?? []

  expect(app).toMatch(/read_only: true/)
  expect(app).toMatch(/cap_drop: \[ALL\]/)
  expect(app).toMatch(/TRUST_PROXY: uniquelocal/)
  expect(app).not.toMatch(/ports:/)
  expect([...app.matchAll(/^ {6}- \S+:(\/\w+)$/gm)].map(([, place]) => place)).toEqual(['/data', '/backups'])
})
