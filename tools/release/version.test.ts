import { expect, it } from 'vitest'
import { readText } from '../write.ts'
import {
  howToInstall,
  namedChangeset,
  released,
  versionedExample,
  versionedLock,
  versionedModule,
  versionedPage,
} from './version.ts'

const next = {
  version: '7.8.9-rc.1',
  package: '@a/svc-emulator',
  repository: 'https://git.example/a/emulator',
  image: 'ghcr.io/a/svc-emulator',
}

it('moves the version wherever it stands', () => {
  expect(versionedModule(readText('emulator/contract/version.ts'), next)).toContain(`VERSION = '7.8.9-rc.1'`)
  expect(JSON.parse(versionedLock(readText('package-lock.json'), next))).toMatchObject({
    name: '@a/svc-emulator',
    version: '7.8.9-rc.1',
    packages: { '': { name: '@a/svc-emulator', version: '7.8.9-rc.1' } },
  })
  expect(versionedPage(readText('docs/containers.md'), next)).toContain('uses: a/emulator@v7.8.9-rc.1\n')
})

it.each(['containers', 'from-python', 'other-languages'])(
  'leaves no image of another version in docs/%s.md',
  (name) => {
    const images = versionedPage(readText(`docs/${name}.md`), next).match(/svc-emulator:\d[\w.-]*/g) ?? []
    expect(new Set(images)).toEqual(new Set(['svc-emulator:7.8.9-rc.1']))
  },
)

it('installs a package with a scope under the name without it', () => {
  const page = 'In a project: `npm install --save-dev svc-emulator`, or `npx svc-emulator@latest …`\n'
  const scoped = versionedPage(page, next)
  expect(scoped).toBe(
    'In a project: `npm install --save-dev svc-emulator@npm:@a/svc-emulator`, or `npx @a/svc-emulator@latest …`\n',
  )
  expect(versionedPage(scoped, { ...next, package: 'svc-emulator' })).toBe(page)
  const packed = versionedPage(scoped, { ...next, repository: 'https://placeholder.invalid/PLACEHOLDER/x' })
  expect(packed).toContain('`npm install --save-dev ../svc-emulator-7.8.9-rc.1.tgz`')
  expect(versionedPage(packed, next)).toContain('`npm install --save-dev svc-emulator@npm:@a/svc-emulator`')
  expect(versionedExample('{"svc-emulator": "^0.1.0"}', next)).toBe(
    '{"svc-emulator": "npm:@a/svc-emulator@^7.8.9-rc.1"}',
  )
})

it('says how the package is installed today', () => {
  expect(howToInstall(next)).toBe('`npm install --save-dev svc-emulator@npm:@a/svc-emulator`')
  expect(howToInstall({ ...next, repository: 'https://placeholder.invalid/PLACEHOLDER/x' })).toBe(
    'in a clone of svc-emulator `npm ci && npm pack --pack-destination ..`, then beside it `npm install --save-dev ../svc-emulator-7.8.9-rc.1.tgz`',
  )
})

it('gives a changeset the name that the package has', () => {
  const changeset = `---\n'svc-emulator': minor\n---\n\nNew.\n`
  const scoped = namedChangeset(changeset, next)
  expect(scoped).toBe(`---\n'@a/svc-emulator': minor\n---\n\nNew.\n`)
  expect(namedChangeset(scoped, { ...next, package: 'svc-emulator' })).toBe(changeset)
})

it('fills what was filled before', () => {
  const page = readText('docs/containers.md')
  expect(versionedPage(versionedPage(page, next), released)).toBe(versionedPage(page))
})
