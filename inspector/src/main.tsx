import { render } from 'preact'
import { App } from './app.tsx'
import { panelSource } from './panel/panel-source.ts'
import { stayInPlace } from './panel/stay-in-place.ts'
import { serverSource } from './source/server-source.ts'
import './style.css'

const shown = panelSource(frameElement)
if (shown !== undefined) stayInPlace()
render(<App first={shown ?? serverSource(location, sessionStorage)} />, document.querySelector('#app')!)
