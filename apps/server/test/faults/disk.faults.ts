import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compare } from './compare.ts'
import { givenInstallation, pollTimeoutMs, startProduct } from './installation.ts'
import { startLoad } from './load.ts'

const diskMb = 400
const mayMount = process.getuid?.() === 0 && tryMount()
if (!mayMount)
  process.stdout.write(
    'no disk of a test can be mounted here (that needs root): the disk faults are left out\n',
  )

function tryMount(): boolean {
  try {
    givenDisk(1).unmount()
    return true
  } catch {
    return false
  }
}

/** A small disk of its own. */
function givenDisk(megabytes: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'faults-disk-'))
  const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'ignore' })
  mount('-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder)
  return {
    folder,
    readOnly: (isReadOnly: boolean) => mount('-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder),
    unmount() {
      execFileSync('umount', ['-l', folder])
      rmdirSync(folder)
    },
  }
}

test.runIf(mayMount)(
  'a disk that is full refuses, loses nothing and works again when there is room',
  async () => {
    const disk = givenDisk(diskMb)
    onTestFinished(() => disk.unmount())
    const dataDir = path.join(disk.folder, 'data')
    const installation = await givenInstallation('embedded', dataDir)
    const product = await startProduct(installation)
    await product.ready()
    const load = startLoad(() => product.base)
    await load.progress(20)

    const { bavail, bsize } = await statfs(disk.folder)
    const ballast = path.join(disk.folder, 'ballast')
    await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 512 * 1024)))
    const refusals = () => [...load.refused.values()].reduce((sum, times) => sum + times, 0)
    await expect.poll(refusals, { timeout: pollTimeoutMs, interval: 200 }).toBeGreaterThan(20)
    await rm(ballast)
    await product.ready()
    await load.progress(20)
    await load.stop()

    expect(await product.stop()).toBe(0)
    await compare('a full disk, embedded', installation, load)
    expect([...load.refused.keys()].filter((refusal) => refusal === '500')).toEqual([])
  },
)

test.runIf(mayMount)('a disk that is read-only refuses the start in words, and nothing is lost', async () => {
  const disk = givenDisk(diskMb)
  onTestFinished(() => disk.unmount())
  const installation = await givenInstallation('embedded', path.join(disk.folder, 'data'))
  const first = await startProduct(installation)
  await first.ready()
  const load = startLoad(() => first.base)
  await load.progress(20)
  await load.stop()
  expect(await first.stop()).toBe(0)

  disk.readOnly(true)
  const refused = await startProduct(installation)
  await expect
    .poll(refused.output, { timeout: pollTimeoutMs })
    .toMatch(/DATA_DIR.*(read-only|EROFS|written)/i)
  disk.readOnly(false)
  await refused.ready()
  expect(await refused.stop(), refused.output()).toBe(0)
  await compare('a read-only disk, embedded', installation, load)
})
