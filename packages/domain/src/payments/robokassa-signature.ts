/** Custom parameters, which Robokassa returns unchanged. Their names start with `Shp_`. */
type ShpParams = Readonly<Record<string, string>>

/**
 * The signed parts of a payment request, in the order of https://docs.robokassa.ru/pay-interface.
 */
export type SignedRequest = {
  merchantLogin: string
  /** The exact text that is sent. */
  outSum: string
  /** Null when Robokassa numbers the payment itself, so that the signature has an empty part. */
  invId: string | null
  /** The exact text after one form decoding. */
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

/** The signed values of a notice or a return, byte for byte. */
export type SignedNotice = { outSum: string; invId: string; shp?: ShpParams | undefined }

/** `OutSum:InvId:Password[:Shp_...]`: Password#2 for ResultURL, Password#1 for SuccessURL. FailURL is not signed. */
export function noticeSignaturePayload({ outSum, invId, shp }: SignedNotice, password: string): string {
  return [outSum, invId, password, ...shpParts(shp)].join(':')
}

/** `MerchantLogin:InvoiceID:Password#2`, for the status service OpStateExt. */
export function statusSignaturePayload(merchantLogin: string, invId: string, password2: string): string {
  return [merchantLogin, invId, password2].join(':')
}

/** Sorts by name. All names are lower-case after `Shp_`, so every ordering agrees. */
function shpParts(shp: ShpParams = {}): string[] {
  return Object.keys(shp)
    .sort()
    .map((name) => `${name}=${shp[name]}`)
}
