import { describe, expect, it } from 'vitest'
import { findProxy } from './find-proxy.ts'

const find = (url: string, env: Record<string, string>) => String(findProxy(new URL(url), env))
const proxies = { HTTP_PROXY: 'http://plain:1', HTTPS_PROXY: 'secure:2' }

describe('findProxy', () => {
  it('takes the variable of the protocol, in lower case first, else that of all', () => {
    expect(find('http://h/', proxies)).toBe('http://plain:1/')
    expect(find('https://h/', proxies)).toBe('http://secure:2/')
    expect(find('wss://h/', proxies)).toBe('http://secure:2/')
    expect(find('ws://h/', { ...proxies, http_proxy: 'http://lower:3' })).toBe('http://lower:3/')
    expect(find('https://h/', { ALL_PROXY: 'http://all:4', HTTPS_PROXY: ' ' })).toBe('http://all:4/')
    expect(find('https://h/', { HTTP_PROXY: 'http://plain:1' })).toBe('undefined')
    expect(find('http://h/', { HTTP_PROXY: 'http://:no' })).toBe('http://:no')
  })

  it.each([
    ['*', 'http://any/'],
    ['example.com', 'https://example.com/'],
    ['.example.com,other', 'https://API.example.com/'],
    ['other *.example.com', 'https://api.example.com./'],
    ['example.com:8443', 'https://example.com:8443/'],
    ['example.com:443', 'https://example.com/'],
    ['localhost,127.0.0.1,::1', 'http://[::1]:4010/'],
    ['[::1]:4010', 'http://[::1]:4010/'],
    ['10.0.0.0/8', 'http://10.1.2.3/'],
    ['fd00::/8', 'http://[fd12::1]/'],
  ])('leaves out what NO_PROXY=%s lists: %s', (list, url) => {
    expect(find(url, { ...proxies, NO_PROXY: list })).toBe('undefined')
    expect(find(url, { ...proxies, NO_PROXY: 'other.example' })).not.toBe('undefined')
  })

  it.each([
    ['example.com', 'https://badexample.com/'],
    ['example.com:8443', 'https://example.com/'],
    ['0.0.1', 'http://10.0.0.1/'],
    ['10.0.0.0/8', 'http://11.0.0.1/'],
    ['10.0.0.0/99', 'http://10.0.0.1/'],
  ])('keeps the proxy with NO_PROXY=%s for %s', (list, url) => {
    expect(find(url, { ...proxies, NO_PROXY: list })).not.toBe('undefined')
  })
})
