import { render } from 'preact'
import { App } from './app.tsx'
import { serverSource } from './source/server-source.ts'
import './style.css'

render(<App first={serverSource(location, sessionStorage)} />, document.querySelector('#app')!)
