// SPDX-License-Identifier: MIT
// Encrypted keys in ASN.1: PEM with DEK-Info, and PKCS#8's EncryptedPrivateKeyInfo. They differ in
// where the parameters stand; derivation, decryption and what follows are the same.
#pragma once

#include <memory>

#include "armor/armor.hpp"
#include "container/asn1_key.hpp"
#include "file/key_opener.hpp"

namespace osshkey {

/// check_headers refuses what OpenSSL refuses of header lines.
/// Fails with: malformed, in the field Proc-Type or DEK-Info.
[[nodiscard]] Result<void> check_headers(const armor::Armored& armored);

/// is_key_in_clear tells whether the bytes are whole ASN.1 of a private key: then headers that say
/// otherwise are wrong, for no cipher text reads like that.
[[nodiscard]] bool is_key_in_clear(const armor::Armored& armored);

/// has_pem_encryption tells whether the headers say that the text is encrypted.
[[nodiscard]] bool has_pem_encryption(const armor::Armored& armored);

/// read_encrypted_pem fills in the inspection from the headers and takes the bytes over. What can
/// be refused without the passphrase is in `inspection.error`, and the opener is null then.
[[nodiscard]] std::unique_ptr<KeyOpener> read_encrypted_pem(armor::Armored& armored,
                                                            const Policy& policy,
                                                            Inspection& inspection);

/// read_encrypted_pkcs8 does the same for an EncryptedPrivateKeyInfo.
[[nodiscard]] std::unique_ptr<KeyOpener> read_encrypted_pkcs8(SecureBytes decoded,
                                                              const Policy& policy,
                                                              Inspection& inspection);

}  // namespace osshkey
