import { scheduleMessages } from '#shared/schedule-messages.ts'
import { sheetUpdateMessages } from '#shared/sheet-update-messages.ts'
import type { ScheduleFields } from '#shared/schedules.ts'
import { canNameDeleted, isNaming, keyLabels } from '#server/export/changes/naming.ts'
import type { ExportTask } from '#server/export/task.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'

/** Throws INVALID_INPUT where the export cannot deliver only what changed, or its rows could not say what was deleted. */
export function assertChanges({ type, asked }: ExportTask, { delivers, includeDeleted, dates, sheet }: ScheduleFields): void {
  if (delivers === 'all') {
    if (includeDeleted) refuseField('includeDeleted', scheduleMessages.deletedNeedsChanges)
    return
  }
  if (asked.selected !== null) refuseField('delivers', scheduleMessages.changesOfSelection)
  if (dates) refuseField('dates', scheduleMessages.changesOfDates)
  if (includeDeleted && !canNameDeleted(type, asked.columns))
    refuseField('includeDeleted', scheduleMessages.deletedNeedsName(keyLabels(type)))
  if (sheet?.mode === 'replace') refuseField('sheet.mode', sheetUpdateMessages.replaceChanges)
  if (sheet?.mode === 'update' && includeDeleted && !isNaming(type, sheet.key))
    refuseField('sheet.key', sheetUpdateMessages.deletedNeedsKey(keyLabels(type)))
}
