import { expect, it } from 'vitest'
import { ioFor, newHome } from '../../tests/helpers/cli/in-process.ts'
import { ClientError } from './client-error.ts'
import { writeError, writeLine, writeOutcome } from './output.ts'

function secretive() {
  const io = ioFor(newHome())
  io.secrets.add('svc-key-"1"')
  io.secrets.add('svc-key-2')
  io.secrets.add('a')
  return io
}

it('blots out a key that somebody else put into a text, in lines, JSON values, JSON names and errors', () => {
  const io = secretive()
  writeOutcome(io, { lines: ['a svc-key-2 and svc-key-"1"'], payload: {} }, false)
  expect(io.stdout.text).toBe('a *** and ***\n')
  const json = secretive()
  writeOutcome(json, { lines: [], payload: { user: { 'svc-key-2': ['svc-key-"1"', 1, null] } } }, true)
  expect(JSON.parse(json.stdout.text)).toEqual({ user: { '***': ['***', 1, null] }, schema_version: 1 })
  writeError(io, new ClientError('AUTH_INVALID', 'not svc-key-2'), false, 'hint svc-key-2')
  expect(io.stderr.text).toBe('error: AUTH_INVALID: not ***\nhint ***\n')
})

it('prints nothing for no lines', () => {
  const io = secretive()
  writeOutcome(io, { lines: [], payload: {} }, false)
  expect(io.stdout.text).toBe('')
})

it('makes control characters of a name visible', () => {
  const io = secretive()
  writeLine(io, 'Ad\u001b[31ma\r\nB\u202e')
  expect(io.stdout.text).toBe('Ad\\u001b[31ma\\u000d\\u000aB\\u202e\n')
})

it('writes an error as JSON on stdout and nothing on stderr', () => {
  const io = secretive()
  writeError(io, new ClientError('AUTH_INVALID', 'no'), true, 'hint')
  expect(JSON.parse(io.stdout.text)).toEqual({ error: { code: 'AUTH_INVALID', message: 'no' }, schema_version: 1 })
  expect(io.stderr.text).toBe('')
})

it('writes an error of a program that cannot be told to stderr', () => {
  const io = { ...secretive(), stdout: { broken: true, write: () => expect.fail('not needed') } }
  writeError(io, new ClientError('UNEXPECTED', 'nothing more can be written'), true)
  expect(io.stderr.text).toBe('error: UNEXPECTED: nothing more can be written\n')
})
