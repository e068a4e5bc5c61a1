import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { deploymentProblems } from './deployment.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'deploy/kubernetes')
const documents = (file: string) =>
  parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document) => document.toJS() as object)

it.each(readdirSync(folder))('%s says what the image and Kubernetes know', async (file) => {
  expect(await deploymentProblems(documents(file))).toEqual([])
})

it('has the nginx of the page in front of the shared servers', () => {
  const page = readFileSync(join(root, 'docs/containers.md'), 'utf8')
  const [, shown = ''] = /^```nginx file=svc-emulator\.conf\n([^]*?)^```$/m.exec(page) ?? []
  const [{ data }] = documents('shared.yaml').filter((each) => 'data' in each) as [{ data: Record<string, string> }]
  const inCluster = shown
    .replaceAll(/^ *#.*\n/gm, '')
    .replaceAll(/127\.0\.0\.1:401(\d)/g, (_, port) => `svc-emulator-${Number(port) - 1}.svc-emulator-pods:4010`)
    .replace('127.0.0.1:8080', '8080')
  expect(shown).not.toBe('')
  expect(data['svc-emulator.conf']).toBe(inCluster)
})

it('knows the variables, flags, paths and the port of the image', async () => {
  expect(
    await deploymentProblems([
      {
        services: {
          emulator: {
            image: 'ghcr.io/o/svc-emulator:1',
            environment: { SVC_EMULATOR_FIXTURES: 'large' },
            command: ['start', '--seed', '7'],
            ports: ['127.0.0.1:4010:4010'],
          },
        },
      },
    ]),
  ).toEqual([])
})

it.each<[object, string]>([
  [
    { image: 'svc-emulator', env: [{ name: 'SVC_EMULATOR_FIXTURE' }] },
    'no flag of start stands for SVC_EMULATOR_FIXTURE',
  ],
  [{ image: 'svc-emulator', args: ['--fixture'] }, 'start has no flag --fixture'],
  [{ image: 'svc-emulator', probe: { path: '/__emulator/healthz' } }, 'the control API has no /__emulator/healthz'],
  [{ image: 'svc-emulator', ports: ['4010:4011'] }, 'the image serves on 4010, not 4011'],
  [{ image: 'nginx' }, 'nothing in it runs the image'],
])('%j: %s', async (document, problem) => {
  expect(await deploymentProblems([document])).toEqual([problem])
})

const image = { metadata: { name: 'x' }, spec: { containers: [{ name: 'x', image: 'svc-emulator' }] } }

it.each<[object, string[]]>([
  [{ apiVersion: 'v1', kind: 'Pod', ...image }, []],
  [{ apiVersion: 'v1', kind: 'Pdo', ...image }, ['Kubernetes has no Pdo in v1']],
  [
    { apiVersion: 'apps/v1', kind: 'StatefulSet', ...image },
    ['StatefulSet: data/spec must have required property selector, data/spec must have required property template'],
  ],
])('refuses what Kubernetes would refuse: %j', async (document, problems) => {
  expect(await deploymentProblems([document])).toEqual(problems)
})
