import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createEmulator } from '../../emulator/adapters/create-emulator.ts'
import { handle } from '../../emulator/host/dispatch.ts'
import type { Emulator } from '../../emulator/host/emulator.ts'
import { instanceOf } from '../../emulator/host/instance-of.ts'
import { restoreServer } from '../../emulator/host/kept/restore-server.ts'
import { RunOptions } from '../../emulator/host/kept/run-options.ts'
import { ServerSaving } from '../../emulator/host/kept/server-saving.ts'
import { mountSmallDisk, type SmallDisk } from '../../tests/hostile/small-disk.ts'
import { openStateFile, type StateFile } from './state-file.ts'
import { StateKeeper } from './state-keeper.ts'

/** Room for some large records: 4 MiB are counted for names and the like. */
const LIMIT = 7 * 1024 * 1024

/** A disk that can be full; undefined where this user may not mount one. */
let disk: SmallDisk | undefined
beforeAll(() => {
  disk = mountSmallDisk(64 * 1024 * 1024)
})
afterAll(() => disk?.remove())
afterEach(() => void vi.useRealTimers())

/** A server with a state file, what happened to both, and what its clients were answered. */
class Run {
  readonly base = mkdtempSync(join(disk?.folder ?? tmpdir(), 'svc-state-property-'))
  readonly folder = join(this.base, 'folder')
  readonly path = join(this.folder, 's.json')
  file!: StateFile
  emulator!: Emulator
  keeper!: StateKeeper
  /** Aliases of organizations whose creation was answered with success, and that were not deleted. */
  readonly kept = new Set<string>()
  /** Reasons for which a save may fail now. */
  readonly wrong = new Set<string>()
  problem: string | undefined
  #count = 0

  async open(): Promise<void> {
    this.file = await openStateFile(this.path)
    const state = (await this.file.read()) as { server?: unknown } | undefined
    const { server: _server, ...main } = state ?? {}
    const settings = { limits: { state_bytes: LIMIT } }
    this.emulator = createEmulator({ settings, ...(state !== undefined && { state: main }) })
    const run = new RunOptions({ settings })
    const instance = instanceOf(this.emulator)
    if (state === undefined) run.createdFrom({ settings }, instance.host.world, instance.start.world)
    else restoreServer(instance, state, { run, now: 0 })
    const saving = new ServerSaving(instance, run)
    for (const { host } of [instance, ...instance.site.worlds().map(([, world]) => world)]) host.saving = saving
    const options = {
      loaded: state !== undefined,
      begun: undefined,
      run,
      saving,
      note: () => {},
      now: () => Date.now(),
    }
    this.keeper = new StateKeeper(this.file, this.emulator, options)
  }

  async ask(method: string, path: string, body?: object): Promise<{ status: number; body: Record<string, unknown> }> {
    const headers = ['x-api-key', 'svc-key-ada-admin', 'content-type', 'application/json', 'host', '127.0.0.1']
    const bytes = body === undefined ? null : new TextEncoder().encode(JSON.stringify(body))
    const answer = await handle(this.emulator, { method, url: path, headers, body: bytes } as never)
    return { status: answer.status, body: JSON.parse(answer.body as string) as Record<string, unknown> }
  }

  /** Asks for a write, which is done or refused for a reason that is true. */
  async write(method: string, path: string, body: object, done: () => void): Promise<void> {
    const answer = await this.ask(method, path, body)
    if (this.problem !== undefined) {
      expect(answer).toMatchObject({ status: 503, body: { error: 'internal_error' } })
      expect(answer.body['message']).toBe(`the state cannot be saved: ${this.problem}`)
    } else if (answer.status < 300) done()
    else expect(answer.body).toMatchObject({ error: 'limit_exceeded', limit: { name: 'state_bytes', max: LIMIT } })
  }

  name(): string {
    return `org-${++this.#count}`
  }

  async save(): Promise<void> {
    if (disk !== undefined) this.fill()
    if (!this.isSaved(await tried(this.keeper.save()))) return
    // On a full disk, what is in the file already is saved.
    expect(Array.from(this.wrong).filter((reason) => reason !== FULL)).toEqual([])
    this.compare()
  }

  /** Notes how a save ended, which fails for a reason that is true. */
  isSaved(problem: string | undefined): boolean {
    this.problem = problem
    if (problem !== undefined)
      expect(Array.from(this.wrong).filter((reason) => problem.includes(reason))).not.toEqual([])
    return problem === undefined
  }

  /** Takes all room of the disk, if it is to be full: what was deleted has left some. */
  fill(): void {
    rmSync(join(disk!.folder, 'filler'), { force: true })
    if (this.wrong.has(FULL)) disk!.fill(0)
  }

  /** Compares the file with what clients were answered. */
  compare(): void {
    const text = readFileSync(this.path, 'utf8')
    const found = new Set(Array.from(text.matchAll(/"alias":"(org-\d+)"/g), ([, alias]) => alias))
    expect(found).toEqual(this.kept)
    expect(statSync(this.path).size).toBeLessThanOrEqual(LIMIT)
  }

  async close(): Promise<void> {
    await this.file.release()
    rmSync(this.base, { recursive: true, force: true })
  }
}

/** Why it failed; undefined if it did not. */
const tried = (work: Promise<void>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    ({ message }: Error) => message,
  )

const FULL = 'no space is left on the disk'
const GONE = 'there is no folder'
const FOREIGN = 'was changed by somebody else'

const actions: Readonly<Record<string, (run: Run) => Promise<void> | void>> = {
  'a small write': (run) => {
    const alias = run.name()
    return run.write('POST', '/v1/orgs', { name: alias, alias }, () => run.kept.add(alias))
  },
  'a large write': (run) => {
    const alias = run.name()
    return run.write('POST', '/v1/orgs', { name: 'n'.repeat(900_000), alias }, () => run.kept.add(alias))
  },
  'a large record of the control API': (run) => {
    const alias = run.name()
    const fields = { alias, name: 'n'.repeat(900_000) }
    return run.write('POST', '/__emulator/state/orgs', fields, () => run.kept.add(alias))
  },
  'a snapshot': (run) => run.write('POST', '/__emulator/snapshots', {}, () => {}),
  'its export is put back': (run) => run.write('PUT', '/__emulator/export', run.emulator.export(), () => {}),
  'a further world': (run) => run.write('POST', '/__emulator/worlds', { from: 'current' }, () => {}),
  'an advance of the clock': (run) => run.write('POST', '/__emulator/clock', { advance: '1h' }, () => {}),
  'deleting all snapshots': async (run) => {
    const { body } = await run.ask('GET', '/__emulator/snapshots')
    for (const { name } of body['snapshots'] as { name: string }[])
      expect((await run.ask('DELETE', `/__emulator/snapshots/${name}`)).status).toBe(200)
  },
  'a read': async (run) => expect((await run.ask('GET', '/v1/users/me')).status).toBe(200),
  'the clock goes back': () => void vi.setSystemTime(Date.now() - 3_600_000),
  'the lock is removed': (run) => rmSync(`${run.path}.lock`, { force: true }),
  'the file is deleted': (run) => {
    rmSync(run.path, { force: true })
    run.wrong.delete(FOREIGN)
  },
  'the folder is removed': (run) => {
    rmSync(run.folder, { recursive: true, force: true })
    run.wrong.delete(FOREIGN)
    run.wrong.add(GONE)
  },
  'the folder is made again': (run) => {
    mkdirSync(run.folder, { recursive: true })
    run.wrong.delete(GONE)
  },
  'somebody else writes the file': (run) => {
    if (!existsSync(run.folder) || run.wrong.has(FULL)) return
    writeFileSync(run.path, '{"of":"somebody else"}')
    run.wrong.add(FOREIGN)
  },
  'somebody else writes the file at the moment in which it is saved': async (run) => {
    if (!existsSync(run.folder) || run.wrong.has(FULL)) return
    const inode = (): number | undefined => statSync(run.path, { throwIfNoEntry: false })?.ino
    const before = inode()
    let isOver = false
    const saving = tried(run.keeper.save()).finally(() => (isOver = true))
    while (!isOver && inode() === before) await setImmediate()
    writeFileSync(run.path, '{"of":"somebody else"}')
    run.wrong.add(FOREIGN)
    run.isSaved(await saving)
  },
  'a save on a full disk': async (run) => {
    if (disk === undefined) return
    run.wrong.add(FULL)
    await actions['a small write']!(run)
    await run.save()
  },
  'the disk has room again': (run) => {
    if (disk === undefined) return
    run.wrong.delete(FULL)
    run.fill()
  },
  'another server starts': async (run) => {
    if (existsSync(run.folder))
      await expect(openStateFile(run.path)).rejects.toThrow(`is in use by another server, process ${process.pid}`)
  },
  'a save': (run) => run.save(),
}

it('a write that was answered with success is in the file at the next save, whatever happens', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const names = fc.array(fc.constantFrom(...Object.keys(actions)), { minLength: 5, maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(names, async (happened) => {
      const run = new Run()
      mkdirSync(run.folder)
      try {
        await run.open()
        for (const name of happened) await actions[name]!(run)
        for (const name of ['the disk has room again', 'the folder is made again', 'the file is deleted', 'a save'])
          await actions[name]!(run)
        await run.file.release()
        const aliases = [...run.kept]
        await run.open()
        for (const alias of aliases) expect((await run.ask('GET', `/__emulator/state/orgs/${alias}`)).status).toBe(200)
      } finally {
        await run.close()
      }
    }),
    { numRuns: 30, seed: 57 },
  )
})
