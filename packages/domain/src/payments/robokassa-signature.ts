/** Extra parameters that Robokassa returns as they were sent; their names start with `Shp_`. */
type ShpParams = Readonly<Record<string, string>>

/** The parts of a payment request that are signed, in the order of https://docs.robokassa.ru/pay-interface. */
export type SignedRequest = {
  merchantLogin: string
  /** The very text that is sent. */
  outSum: string
  /** Null when not sent: Robokassa then numbers the payment itself, and the signature has an empty part. */
  invId: string | null
  /** The very text that Robokassa sees after one form decode. */
  receipt?: string | undefined
  shp?: ShpParams | undefined
}

/** `MerchantLogin:OutSum:InvId[:Receipt]:Password#1[:Shp_a=v:Shp_b=v]` */
export function requestSignaturePayload(request: SignedRequest, password1: string): string {
  const { merchantLogin, outSum, invId, receipt, shp } = request
  return [
    merchantLogin,
    outSum,
    invId ?? '',
    ...(receipt === undefined ? [] : [receipt]),
    password1,
    ...shpParts(shp),
  ].join(':')
}

/** What a notice or a return carries, byte for byte as received. */
export type SignedNotice = { outSum: string; invId: string; shp?: ShpParams | undefined }

/** `OutSum:InvId:Password[:Shp_...]`: Password#2 for ResultURL, Password#1 for SuccessURL. FailURL is not signed. */
export function noticeSignaturePayload({ outSum, invId, shp }: SignedNotice, password: string): string {
  return [outSum, invId, password, ...shpParts(shp)].join(':')
}

/** `MerchantLogin:InvoiceID:Password#2`, for the status service OpStateExt. */
export function statusSignaturePayload(merchantLogin: string, invId: string, password2: string): string {
  return [merchantLogin, invId, password2].join(':')
}

/** Alphabetical by name. Names are `Shp_` and lower-case letters, on which every known ordering agrees. */
function shpParts(shp: ShpParams = {}): string[] {
  return Object.keys(shp)
    .sort()
    .map((name) => `${name}=${shp[name]}`)
}
