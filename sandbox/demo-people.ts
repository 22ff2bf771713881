/** The people on the sandbox's sign-in page. Visitors can type any other address. */
export const demoPeople = [
  { email: 'owner@demo.test', name: 'Olivia Owner' },
  { email: 'admin@demo.test', name: 'Adam Admin' },
  { email: 'manager@demo.test', name: 'Mai Manager' },
  { email: 'staff@demo.test', name: 'Sam Staff' },
  { email: 'viewer@demo.test', name: 'Vera Viewer' },
] as const
