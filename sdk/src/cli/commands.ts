import { clashes } from './clashes.ts'
import type { Command } from './command.ts'
import { completionOf } from './completion.ts'
import { destinations, testDestination } from './destinations.ts'
import { doctor } from './doctor.ts'
import { exportOrders, exportProducts } from './exports.ts'
import { jobCommands, jobs } from './jobs.ts'
import { find, orders, products, stores } from './lists.ts'
import { login, logout } from './login.ts'
import { scheduleCommands, schedules } from './schedules.ts'

/** Every command by its name, in the order of the help. A name can have two words. */
export const commands: Readonly<Record<string, Command>> = {
  login,
  logout,
  stores,
  products,
  find,
  clashes,
  orders,
  'export products': exportProducts,
  'export orders': exportOrders,
  jobs,
  'jobs get': jobCommands.get,
  'jobs wait': jobCommands.wait,
  'jobs cancel': jobCommands.cancel,
  'jobs retry': jobCommands.retry,
  'jobs download': jobCommands.download,
  schedules,
  'schedules run': scheduleCommands.run,
  'schedules pause': scheduleCommands.pause,
  'schedules resume': scheduleCommands.resume,
  destinations,
  'destinations test': testDestination,
  doctor,
  completion: completionOf(() => commands),
}
