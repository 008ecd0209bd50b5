/**
 * Obviously invented company details for the sandbox. The real ones come from the configuration.
 */
export const sampleOwner = {
  name: 'ИП «Образец» (вымышленные реквизиты)',
  iin: '000000000000',
  address: 'Казахстан, г. Алматы, ул. Примерная, 0',
  email: 'owner@example.com',
  phone: '+7 700 000 00 00',
  workingHours: 'пн–пт, 10:00–19:00',
  supportWhatsapp: '77000000000',
  consultationWhatsapp: '77000000001',
} as const
