import type { Action } from '#shared/access.ts'
import type { SettingsTab } from './route.ts'

/** The tabs of the settings in order. Each is shown to those who may open it. */
export const settingsTabs: readonly { value: SettingsTab; label: string; needs: Action }[] = [
  { value: 'profile', label: 'General', needs: 'session.any' },
  { value: 'security', label: 'Security', needs: 'profile.access' },
  { value: 'sessions', label: 'Sessions', needs: 'profile.access' },
  { value: 'keys', label: 'API keys', needs: 'profile.access' },
  { value: 'webhooks', label: 'Webhooks', needs: 'webhooks.manage' },
  { value: 'destinations', label: 'Destinations', needs: 'destinations.manage' },
  { value: 'catalogue', label: 'Catalogue', needs: 'stores.update' },
  { value: 'google', label: 'Google Sheets', needs: 'settings.update' },
  { value: 'audit', label: 'Audit log', needs: 'audit.read' },
  { value: 'system', label: 'System', needs: 'system.read' },
]
