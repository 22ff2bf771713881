import { createBrowserHistory } from '@tanstack/react-router'

/** The addresses of this page. The login screen appears before the router, which takes them over. */
export const history = createBrowserHistory()
