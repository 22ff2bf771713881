import '#client/styles.css'
import '#client/all-screens.css'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { Appearance } from '#client/appearance.tsx'
import { Gallery } from './gallery.tsx'

// Links need a router. They lead nowhere.
const router = createRouter({ routeTree: createRootRoute({ component: Gallery }), history: createMemoryHistory() })

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
createRoot(element).render(
  <Appearance>
    <RouterProvider router={router} />
  </Appearance>,
)
