import { render } from 'preact'
import { App } from './app.tsx'
import { BundleSource } from './source/bundle-source.ts'
import { LiveSource } from './source/live-source.ts'
import './style.css'

const bundle = document.querySelector('#bundle')?.textContent.trim() ?? ''
const source = bundle === '' ? new LiveSource(location, sessionStorage) : new BundleSource(bundle)

render(<App source={source} />, document.querySelector('#app')!)
