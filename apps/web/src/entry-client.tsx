import './styles/app.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app.tsx'
import { readConfig } from './lib/config.ts'
import { lazyPages } from './routes/lazy-pages.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has lost its #root')

const app = (
  <StrictMode>
    <BrowserRouter>
      <App config={readConfig()} pages={lazyPages} />
    </BrowserRouter>
  </StrictMode>
)

if (root.firstElementChild) hydrateRoot(root, app)
else createRoot(root).render(app)
