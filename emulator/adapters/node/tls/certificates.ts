/**
 * Generates certificates for a server without any (RFC 5280): an authority that lives as long as the server, and a
 * certificate signed by it.
 */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isIP, isIPv4 } from 'node:net'
import { bits, integer, isTrue, octets, oid, plain, sequence, set, tagged, time, utf8 } from './der.ts'

export interface Certificates {
  /** PEM of the authority, which a client has to trust. Its private key is not kept. */
  readonly ca: string
  readonly cert: string
  readonly key: string
}

const DAY_MS = 86_400_000
/** Apple's limit for server certificates. */
const VALID_DAYS = 397

/**
 * Generates certificates for these host names and addresses. Time and keys come from the machine: neither enters a
 * world.
 */
export function createCertificates(hosts: readonly string[]): Certificates {
  const authority = party('svc-emulator CA, made at the start')
  const server = party('svc-emulator')
  const ca = certificate(authority, authority, [
    extension('2.5.29.19', sequence(isTrue), true),
    // keyCertSign and cRLSign.
    extension('2.5.29.15', bits(Buffer.from([0x06]), 1), true),
    extension('2.5.29.14', octets(authority.id)),
  ])
  const cert = certificate(server, authority, [
    extension('2.5.29.19', sequence(), true),
    // digitalSignature authenticates a server under any of the names.
    extension('2.5.29.15', bits(Buffer.from([0x80]), 7), true),
    extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', sequence(...hosts.map(alternativeName))),
    extension('2.5.29.14', octets(server.id)),
    extension('2.5.29.35', sequence(plain(0, authority.id))),
  ])
  return { ca, cert, key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

interface Party {
  readonly name: Buffer
  readonly privateKey: KeyObject
  /** SubjectPublicKeyInfo. */
  readonly publicKey: Buffer
  /** Identifier by which other certificates refer to the key. */
  readonly id: Buffer
}

function party(name: string): Party {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const info = publicKey.export({ type: 'spki', format: 'der' })
  return {
    name: sequence(set(sequence(oid('2.5.4.3'), utf8(name)))),
    privateKey,
    publicKey: info,
    id: createHash('sha256').update(info).digest().subarray(0, 20),
  }
}

const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'))

function certificate(subject: Party, issuer: Party, extensions: readonly Buffer[]): string {
  const now = Date.now()
  const content = sequence(
    // Version 3.
    tagged(0, integer(Buffer.from([2]))),
    // A first byte of 1 makes it positive and of minimal length, as DER requires.
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    issuer.name,
    // Valid from yesterday: clocks of containers differ.
    sequence(time(new Date(now - DAY_MS)), time(new Date(now + (VALID_DAYS - 1) * DAY_MS))),
    subject.name,
    subject.publicKey,
    tagged(3, sequence(...extensions)),
  )
  const signed = sequence(content, ecdsaWithSha256, bits(sign('sha256', content, issuer.privateKey)))
  return `-----BEGIN CERTIFICATE-----\n${signed.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}

function extension(id: string, value: Buffer, critical = false): Buffer {
  return sequence(oid(id), ...(critical ? [isTrue] : []), octets(value))
}

function alternativeName(host: string): Buffer {
  return isIP(host) === 0 ? plain(2, Buffer.from(host, 'ascii')) : plain(7, addressBytes(host))
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  // The URL parser writes eight groups or `::`, never a dotted suffix.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const before = groups(head)
  const after = tail === undefined ? [] : groups(tail)
  const all = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]))
}
