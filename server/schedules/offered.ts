import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { ScheduleFields } from '#shared/schedules.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'

type Chosen = Pick<ScheduleFields, 'sheet'>

/** The parts of a schedule that do not work yet, and the only values of them that do. */
const onlyOffered: { [Field in keyof Chosen]: Chosen[Field] } = {
  sheet: null,
}

/** Throws INVALID_INPUT for a choice that does not work yet. */
export function assertOffered(chosen: Chosen): void {
  for (const [field, offered] of Object.entries(onlyOffered))
    if (Reflect.get(chosen, field) !== offered) refuseField(field, scheduleMessages.notYet)
}
