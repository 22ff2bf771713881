import { lazyRouteComponent } from '@tanstack/react-router'
import { untilReached } from '#client/ui/until-reached.ts'

/** The component of a route, loaded when somebody goes there. Without a connection, the screen before it stays until the new one comes. */
export const lazyScreen: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => untilReached(load), name)
