import { readdirSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { defaultSettings, settingsSchema } from './settings.ts'

it('has by default what parsing no settings gives', () => {
  expect(defaultSettings()).toStrictEqual(v.parse(settingsSchema, {}))
  expect(Object.isFrozen(defaultSettings().limits)).toBe(true)
})

it('every setting says what it means, each something else', () => {
  const said = Object.values(settingsSchema.entries).map((schema) => v.getDescription(schema as v.GenericSchema) ?? '')
  expect(said.filter((text) => !/^[A-Z].{10,}\.$/.test(text))).toEqual([])
  expect(new Set(said).size).toBe(said.length)
})

it('every setting is named in the code of a file that could obey it', () => {
  const code = ['engine', 'service', 'host']
    .flatMap((room) =>
      readdirSync(`emulator/${room}`, { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
    )
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^host\/facts\/|^engine\/world\/settings\.ts$/.test(file))
    .map((file) => readFileSync(`emulator/${file}`, 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, ''))
    .join('\n')
  const words = new Set(code.match(/\w+/g))
  expect(Object.keys(settingsSchema.entries).filter((name) => !words.has(name))).toEqual([])
})
