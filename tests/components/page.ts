// What a browser has and the simulated page lacks.
import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/react'
import { vi } from 'vitest'

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

vi.stubGlobal('ResizeObserver', NoObserver)
vi.stubGlobal('IntersectionObserver', NoObserver)
vi.stubGlobal('scrollTo', () => {})
vi.stubGlobal('matchMedia', (media: string) => {
  const nothing = () => {}
  return { media, matches: false, onchange: null, addEventListener: nothing, removeEventListener: nothing, dispatchEvent: () => false }
})
Element.prototype.scrollIntoView = () => {}
Element.prototype.scrollTo = () => {}

// The first test of a run loads every screen, and two cores have other work. Only a hang is a failure.
configure({ asyncUtilTimeout: 10_000 })
