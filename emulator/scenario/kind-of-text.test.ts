import { expect, it } from 'vitest'
import { kindOfText } from './kind-of-text.ts'

it.each<[string, ReturnType<typeof kindOfText>]>([
  ['# a comment\nscenario: 1\nname: x\n', 'scenario'],
  ['name: x\nsteps: []\nscenario: 1\n', 'scenario'],
  ['fixture: 1\nname: x\n', 'fixture'],
  ['name: x\nrecords:\n  orgs: []\n', 'fixture'],
  ['name: x\nworld: { fixtures: [starter] }\n', 'scenario'],
  ['world: { seed: 1 }\nas: svc-key\n', 'scenario'],
  ['# yaml-language-server: $schema=./scenario.schema.json\nname: x\nsteps: []\n', 'scenario'],
  ['{"fixture": 1, "records": {}}', 'fixture'],
  ['{"records": {"users": []}}', 'fixture'],
  ['senario: 1\nname: x\n', 'scenario'],
  ['{ scenario: 1, name: x }', 'scenario'],
  ['{"$schema": "x", "scenario": 1}', 'scenario'],
  ['{"bundle": 1}', 'bundle'],
  ['scenario: 1\n  bad: [', 'scenario'],
  // A workflow, a pipeline, a compose file, a manifest of a package, a list.
  ['name: build\non: push\njobs:\n  a:\n    steps:\n      - run: npm test\n', undefined],
  ['name: build\nsteps:\n  - script: npm test\n', undefined],
  ['services:\n  emulator:\n    image: svc-emulator\n', undefined],
  ['{"name": "x", "version": "1.0.0"}', undefined],
  // Molecule, a bundle of Databricks, facts of a host, k6, a zone file, a table of another program, a game.
  ['driver: { name: default }\nscenario:\n  name: default\n', undefined],
  ['bundle:\n  name: job\nworkspace: {}\n', undefined],
  ['facts:\n  role: web\n', undefined],
  ['name: x\nscenario: smoke\n', undefined],
  ['{"name":"smoke","scenarios":{"a":{}}}', undefined],
  ['{"name":"smoke","fixture":{"a":1}}', undefined],
  ['records:\n  - type: A\n', undefined],
  ['{"records":[{"id":"rec1","fields":{"Name":"A"}}]}', undefined],
  ['name: x\nworld: { seed: 1 }\n', undefined],
  ['- scenario: 1\n', undefined],
  ['[{"scenario": 1}]', undefined],
  ['', undefined],
])('%j is %s', (text, kind) => {
  expect(kindOfText(text)).toBe(kind)
})
