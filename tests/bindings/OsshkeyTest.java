// SPDX-License-Identifier: MIT
// The Java binding, case by case. Arguments: a folder of keys encrypted by "a passphrase" (java_test.py
// makes them), the folder of other types, and testdata.
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import osshkey.BcryptPbkdf;
import osshkey.CancelToken;
import osshkey.FileInfo;
import osshkey.KeyFile;
import osshkey.Keys;
import osshkey.Note;
import osshkey.OsshkeyException;
import osshkey.PrivateKey;

public final class OsshkeyTest {
  private static final byte[] PASSPHRASE = "a passphrase".getBytes();
  private static final byte[] DEMO_PASSPHRASE = "correct horse battery staple".getBytes();
  private static final byte[] DATA = "data".getBytes();
  private static final int ENDLESS = Integer.MAX_VALUE;
  private static final Map<String, String> SIGNATURES =
      Map.of("ssh-rsa", "SHA256withRSA", "ssh-dss", "SHA256withDSA", "ssh-ed25519", "Ed25519",
          "ssh-ed448", "Ed448", "ecdsa-sha2-nistp256", "SHA256withECDSA",
          "ecdsa-sha2-nistp384", "SHA384withECDSA", "ecdsa-sha2-nistp521", "SHA512withECDSA");

  private static Path keys;
  private static Path others;
  private static Path testdata;

  private interface Case {
    void run() throws Exception;
  }

  // ---- the frame

  private static void check(boolean right, Object what) {
    if (!right) {
      throw new AssertionError(what);
    }
  }

  private static void equal(Object got, Object wanted) {
    check(wanted.equals(got), "got " + got + ", wanted " + wanted);
  }

  /** What a case throws, which must be of exactly this class. */
  private static <T extends Throwable> T thrown(Class<T> kind, Case body) {
    try {
      body.run();
    } catch (Throwable any) {
      if (any.getClass() != kind) {
        throw new AssertionError("wanted " + kind.getName(), any);
      }
      return kind.cast(any);
    }
    throw new AssertionError("nothing thrown, wanted " + kind.getName());
  }

  private static String word(Case body) {
    return thrown(OsshkeyException.class, body).word();
  }

  private static Path demo(String name) {
    return testdata.resolve("keys/id_ed25519." + name);
  }

  private static Keys unlock(Path path, byte[] passphrase) throws OsshkeyException {
    try (KeyFile file = KeyFile.load(path)) {
      return file.unlock(passphrase);
    }
  }

  // ---- derivations

  private record Answer(byte[] passphrase, byte[] salt, int rounds, byte[] output) {}

  private static List<Answer> answers() throws IOException {
    List<Answer> found = new ArrayList<>();
    String text = Files.readString(testdata.resolve("vectors/bcrypt_pbkdf.txt"));
    for (String paragraph : text.split("\n\n")) {
      Map<String, String> fields = new LinkedHashMap<>();
      paragraph.lines().filter(line -> !line.startsWith("#")).map(line -> line.split(" = ", 2))
          .forEach(pair -> fields.put(pair[0], pair[1]));
      if (!fields.isEmpty()) {
        HexFormat hex = HexFormat.of();
        found.add(new Answer(hex.parseHex(fields.get("passphrase")), hex.parseHex(fields.get("salt")),
            Integer.parseInt(fields.get("rounds")), hex.parseHex(fields.get("output"))));
      }
    }
    return found;
  }

  private static void knownAnswers() throws Exception {
    List<Answer> answers = answers();
    check(answers.size() > 50, answers.size());
    for (Answer answer : answers) {
      byte[] out = new byte[answer.output.length];
      byte[] passphrase = answer.passphrase.clone();
      BcryptPbkdf.derive(passphrase, answer.salt, answer.rounds, out);
      check(Arrays.equals(out, answer.output), HexFormat.of().formatHex(out));
      check(Arrays.equals(passphrase, answer.passphrase), "the passphrase was changed");
    }
  }

  private static ByteBuffer direct(byte[] bytes) {
    // A buffer whose content doesn't begin where its memory does.
    ByteBuffer buffer = ByteBuffer.allocateDirect(bytes.length + 5).position(3);
    buffer.put(bytes).flip().position(3);
    return buffer;
  }

  private static void knownAnswersInDirectBuffers() throws Exception {
    for (Answer answer : answers().subList(0, 5)) {
      ByteBuffer out = direct(new byte[answer.output.length]);
      BcryptPbkdf.derive(direct(answer.passphrase), direct(answer.salt).asReadOnlyBuffer(),
          answer.rounds, out, null);
      equal(out.position(), 3);
      equal(out, ByteBuffer.wrap(answer.output));
      equal(out.get(0), (byte) 0);
    }
  }

  private static void wrongArgumentsOfTheDerivation() {
    byte[] some = {1};
    byte[] none = {};
    byte[] out = {7, 7, 7};
    equal(word(() -> BcryptPbkdf.derive(none, some, 1, out)), "kdf-empty-passphrase");
    equal(word(() -> BcryptPbkdf.derive(some, none, 1, out)), "kdf-bad-salt-size");
    equal(word(() -> BcryptPbkdf.derive(some, some, 0, out)), "kdf-zero-rounds");
    equal(word(() -> BcryptPbkdf.derive(some, some, 1, none)), "kdf-bad-output-size");
    equal(word(() -> BcryptPbkdf.derive(some, some, 1, new byte[1025])), "kdf-bad-output-size");
    thrown(IllegalArgumentException.class, () -> BcryptPbkdf.derive(some, some, -1, out));
    thrown(NullPointerException.class, () -> BcryptPbkdf.derive(null, some, 1, out));
    thrown(NullPointerException.class, () -> BcryptPbkdf.derive(some, some, 1, null));
    check(Arrays.equals(out, new byte[] {7, 7, 7}), "out was changed");
    ByteBuffer good = direct(some);
    thrown(IllegalArgumentException.class,
        () -> BcryptPbkdf.derive(good, good, 1, ByteBuffer.wrap(out), null));
    thrown(IllegalArgumentException.class,
        () -> BcryptPbkdf.derive(good, good, 1, direct(out).asReadOnlyBuffer(), null));
  }

  // ---- threads. The endless derivations take days unless another thread ends them.

  /** Derives without an end on a thread of its own; what it threw, and whether it stayed interrupted. */
  private static final class Endless extends Thread {
    final CountDownLatch entered = new CountDownLatch(1);
    final AtomicReference<Throwable> outcome = new AtomicReference<>();
    final CancelToken token = new CancelToken();
    boolean stayedInterrupted;

    @Override
    public void run() {
      entered.countDown();
      try {
        BcryptPbkdf.derive(PASSPHRASE, DATA, ENDLESS, new byte[48], token);
      } catch (Throwable any) {
        outcome.set(any);
      }
      stayedInterrupted = isInterrupted();
    }

    String wordAtTheEnd() throws InterruptedException {
      join();
      return ((OsshkeyException) outcome.get()).word();
    }
  }

  private static void anotherThreadCancels() throws Exception {
    Endless first = new Endless();
    Endless second = new Endless();
    first.start();
    second.start();
    first.entered.await();
    second.entered.await();
    System.gc(); // a collection needs all threads: it must not wait for those inside the library
    second.token.cancel();
    equal(second.wordAtTheEnd(), "cancelled");
    check(first.isAlive(), "the first one ended too");
    first.token.cancel();
    equal(first.wordAtTheEnd(), "cancelled");
    check(first.token.isCancelled() && !first.stayedInterrupted, "interrupted");
  }

  private static void anInterruptionEndsADerivation() throws Exception {
    Endless thread = new Endless();
    thread.start();
    thread.entered.await();
    thread.interrupt();
    equal(thread.wordAtTheEnd(), "cancelled");
    check(thread.stayedInterrupted, "the interruption was swallowed");
  }

  private static void manyThreadsDeriveTheSame() throws Exception {
    Answer answer = answers().get(0);
    CyclicBarrier start = new CyclicBarrier(4);
    List<AtomicReference<Object>> results = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; ++i) {
      AtomicReference<Object> result = new AtomicReference<>();
      results.add(result);
      threads.add(new Thread(() -> {
        try {
          start.await();
          byte[] out = new byte[answer.output.length];
          BcryptPbkdf.derive(answer.passphrase, answer.salt, answer.rounds, out);
          result.set(HexFormat.of().formatHex(out));
        } catch (Exception any) {
          result.set(any);
        }
      }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    for (AtomicReference<Object> result : results) {
      equal(result.get(), HexFormat.of().formatHex(answer.output));
    }
  }

  // ---- files

  private static void aFileIsShown() throws Exception {
    try (KeyFile file = KeyFile.load(demo("rounds-16"))) {
      FileInfo info = file.info();
      equal(info.container(), "openssh-key-v1");
      equal(info.cipher() + " " + info.kdf() + " " + info.rounds(), "aes256-ctr bcrypt 16");
      check(info.encrypted() && info.error().isEmpty(), info);
      String wanted = Files.readString(demo("fingerprint")).split(" ")[1].strip();
      equal(info.publicKeys().get(0).orElseThrow().fingerprint(), wanted);
    }
  }

  private static void notesAreTold() throws Exception {
    String text = Files.readString(demo("none")).replace("\n", "\r\n");
    try (KeyFile file = KeyFile.parse(text.getBytes())) {
      Note crlf = file.info().notes().stream().filter(n -> n.word().equals("crlf")).findAny().orElseThrow();
      check(!crlf.text().isEmpty() && !crlf.hint().isEmpty() && crlf.line() == 1, crlf);
    }
    try (KeyFile file = KeyFile.load(demo("rounds-1"))) {
      file.unlock("correct horse battery staple\n".getBytes()).close();
      check(file.info().notes().stream().anyMatch(n -> n.word().equals("passphrase-newline")), file.info());
    }
  }

  private static void errorsSayWhatAndWhere() throws Exception {
    try (KeyFile file = KeyFile.load(Path.of("/no such file"))) {
      OsshkeyException shown = file.info().error().orElseThrow();
      equal(shown.word() + " " + shown.kind(), "io-error ENVIRONMENT");
      equal(word(() -> file.unlock(PASSPHRASE)), "io-error");
    }
    try (KeyFile file = KeyFile.load(demo("rounds-1"))) {
      OsshkeyException wrong = thrown(OsshkeyException.class, () -> file.unlock(PASSPHRASE));
      equal(wrong.word() + " " + wrong.kind() + " " + wrong.code(), "wrong-passphrase PASSPHRASE -502");
      check(wrong.getMessage().contains("passphrase") && !wrong.hint().isEmpty(), wrong);
      check(wrong.offset().isEmpty() && wrong.line().isEmpty() && wrong.field().isEmpty(), wrong);
      equal(word(() -> file.unlock(new byte[0])), "needs-passphrase");
      byte[] umlaut = "p\u00e4ssword".getBytes(StandardCharsets.UTF_8);
      check(thrown(OsshkeyException.class, () -> file.unlock(umlaut)).hint().contains("NFC"), "hint");
    }
    String hex = HexFormat.of().formatHex(Files.readAllBytes(demo("none")));
    try (KeyFile file = KeyFile.parse(hex.getBytes())) {
      check(file.info().error().orElseThrow().hint().contains("xxd"), file.info());
    }
    String damaged = Files.readString(demo("none")).replace("\nb3Bl", "\nb3*l");
    try (KeyFile file = KeyFile.parse(damaged.getBytes())) {
      OsshkeyException error = file.info().error().orElseThrow();
      equal(error.word() + " " + error.kind() + " " + error.line().getAsInt(), "bad-base64 MALFORMED 2");
    }
    try (KeyFile file = KeyFile.parse("ssh-ed25519 AAAA".getBytes())) {
      equal(file.info().error().orElseThrow().kind(), OsshkeyException.Kind.NOT_A_PRIVATE_KEY);
    }
    try (KeyFile file = KeyFile.parse(new byte[0])) {
      equal(word(() -> file.unlock(PASSPHRASE)), "empty");
    }
  }

  /** A file with a private section of so many bytes, which nothing can decrypt. */
  private static byte[] fileOfSize(int size) throws IOException {
    List<String> lines = Files.readAllLines(demo("rounds-1"));
    byte[] body = Base64.getDecoder().decode(String.join("", lines.subList(1, lines.size() - 1)));
    int field = "openssh-key-v1\0".length();
    for (int skipped = 0; skipped < 5; ++skipped) { // cipher, KDF, its options, keys, public key
      field += skipped == 3 ? 4 : 4 + ByteBuffer.wrap(body).getInt(field);
    }
    ByteBuffer large = ByteBuffer.allocate(field + 4 + size).put(body, 0, field).putInt(size);
    String label = "OPENSSH PRIVATE KEY-----\n";
    String text = Base64.getMimeEncoder(70, new byte[] {'\n'}).encodeToString(large.array());
    return ("-----BEGIN " + label + text + "\n-----END " + label).getBytes();
  }

  private static long residentMegabytes() throws IOException {
    String line = Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(one -> one.startsWith("VmRSS:")).findAny().orElseThrow();
    return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
  }

  private static void aForgottenFileIsFreed() throws Exception {
    byte[] large = fileOfSize(2 << 20);
    long before = residentMegabytes();
    List<KeyFile> files = new ArrayList<>();
    for (int i = 0; i < 100; ++i) {
      files.add(KeyFile.parse(large));
    }
    check(files.get(99).info().error().isEmpty(), files.get(99).info());
    check(residentMegabytes() > before + 150, "the files need less memory than the test counts on");
    files.clear();
    for (int tries = 0; residentMegabytes() > before + 100; ++tries) {
      check(tries < 500, "nothing was freed");
      System.gc();
      Thread.sleep(20);
    }
  }

  private static void aClosedFileIsRefused() throws Exception {
    KeyFile file = KeyFile.load(demo("none"));
    file.close();
    file.close();
    thrown(IllegalStateException.class, file::info);
    thrown(IllegalStateException.class, () -> file.unlock(PASSPHRASE));
    thrown(NullPointerException.class, () -> KeyFile.parse(null));
    thrown(IllegalArgumentException.class, () -> {
      try (Keys opened = unlock(keys.resolve("rsa"), PASSPHRASE)) {
        opened.get(0).sign(DATA, "rsa-sha2-256\0x");
      }
    });
  }

  // ---- the passphrase callback

  private static void aCallbackIsAskedUntilItIsRight() throws Exception {
    List<byte[]> answered = new ArrayList<>();
    try (KeyFile file = KeyFile.load(demo("rounds-1"))) {
      file.unlock((info, attempt) -> {
        equal(info.publicKeys().get(0).orElseThrow().type(), "ssh-ed25519");
        answered.add(attempt == 3 ? DEMO_PASSPHRASE.clone() : PASSPHRASE.clone());
        return answered.get(attempt - 1);
      }, 3, null).close();
      equal(answered.size(), 3);
      for (byte[] answer : answered) {
        check(Arrays.equals(answer, new byte[answer.length]), "an answer wasn't wiped");
      }
      equal(word(() -> file.unlock((info, attempt) -> PASSPHRASE.clone(), 2, null)), "wrong-passphrase");
      equal(word(() -> file.unlock((info, attempt) -> null, 2, null)), "callback-failed");
      equal(word(() -> file.unlock((info, attempt) -> PASSPHRASE.clone(), 0, null)), "invalid-argument");
      byte[] tooLong = new byte[1025];
      thrown(IllegalArgumentException.class, () -> file.unlock((info, attempt) -> tooLong, 2, null));
    }
    try (KeyFile file = KeyFile.load(demo("none"))) {
      file.unlock((info, attempt) -> {
        throw new AssertionError("asked");
      }, 1, null).close();
    }
  }

  private static void whatACallbackThrowsComesOutAsItself() throws Exception {
    IOException checked = new IOException("mine");
    AssertionError error = new AssertionError("mine");
    try (KeyFile file = KeyFile.load(demo("rounds-1"))) {
      check(thrown(IOException.class, () -> file.unlock((info, attempt) -> {
        throw checked;
      }, 3, null)) == checked, "another exception");
      check(thrown(AssertionError.class, () -> file.unlock((info, attempt) -> {
        throw error;
      }, 3, null)) == error, "another error");
      thrown(IllegalStateException.class, () -> file.unlock((info, attempt) -> {
        file.close();
        return DEMO_PASSPHRASE.clone();
      }, 3, null));
      file.unlock((info, attempt) -> {
        unlock(demo("none"), new byte[0]).close();
        return DEMO_PASSPHRASE.clone();
      }, 3, null).close();
    }
  }

  // ---- keys

  private static void aKeyIsOneOfJavaSecurity(Path path, byte[] passphrase) throws Exception {
    try (Keys opened = unlock(path, passphrase)) {
      PrivateKey key = opened.get(0);
      check(key.isProved(), key.publicKey());
      KeyPair pair = key.toKeyPair();
      Signature engine = Signature.getInstance(SIGNATURES.get(key.publicKey().type()));
      engine.initSign(pair.getPrivate());
      engine.update(DATA);
      byte[] signature = engine.sign();
      engine.initVerify(pair.getPublic());
      engine.update(DATA);
      check(engine.verify(signature), "java.security doesn't agree with itself");
      String algorithm = key.publicKey().type().equals("ssh-rsa") ? "rsa-sha2-256" : null;
      byte[] blob = key.sign(DATA, algorithm);
      if (pair.getPublic().getAlgorithm().matches("RSA|EdDSA")) {
        int size = ByteBuffer.wrap(blob).getInt(4 + ByteBuffer.wrap(blob).getInt());
        engine.initVerify(pair.getPublic());
        engine.update(DATA);
        check(engine.verify(Arrays.copyOfRange(blob, blob.length - size, blob.length)), "osshkey's signature");
      }
      try (KeyFile again = KeyFile.parse(key.toOpenssh(PASSPHRASE));
          Keys read = again.unlock(PASSPHRASE)) {
        check(Arrays.equals(read.get(0).publicKey().blob(), key.publicKey().blob()), "to_openssh");
        equal(read.get(0).comment(), key.comment());
      }
      try (KeyFile again = KeyFile.parse(pair.getPrivate().getEncoded());
          Keys read = again.unlock(new byte[0])) {
        equal(read.get(0).publicKey().fingerprint(), key.publicKey().fingerprint());
      }
    }
  }

  private static void aKeyAgreesWithItsPubFile(String name) throws Exception {
    String[] line = Files.readString(keys.resolve(name + ".pub")).strip().split(" ", 3);
    try (Keys opened = unlock(keys.resolve(name), PASSPHRASE)) {
      equal(opened.size(), 1);
      PrivateKey key = opened.iterator().next();
      equal(key.publicKey().type(), line[0]);
      check(Arrays.equals(key.publicKey().blob(), Base64.getDecoder().decode(line[1])), line[1]);
      equal(key.comment(), line[2]);
    }
  }

  private static void aSecurityKeyHasNoPrivateHalfHere() throws Exception {
    try (Keys opened = unlock(others.resolve("sk-ssh-ed25519@openssh.com"), new byte[0])) {
      PrivateKey key = opened.get(0);
      check(!key.isProved(), "proved");
      equal(word(key::toKeyPair), "unsupported-key-type");
      equal(word(() -> key.sign(DATA)), "unsupported-key-type");
    }
  }

  private static void closedKeysAreRefused() throws Exception {
    Keys opened = unlock(demo("none"), new byte[0]);
    PrivateKey key = opened.get(0);
    CountDownLatch signing = new CountDownLatch(1);
    AtomicReference<Throwable> end = new AtomicReference<>();
    Thread user = new Thread(() -> {
      try {
        while (true) {
          key.sign(DATA);
          signing.countDown();
        }
      } catch (Throwable any) {
        end.set(any);
      }
    });
    user.start();
    signing.await();
    opened.close();
    opened.close();
    user.join();
    equal(end.get().getClass(), IllegalStateException.class);
    thrown(IllegalStateException.class, key::toKeyPair);
    equal(key.publicKey().type(), "ssh-ed25519");
  }

  public static void main(String[] arguments) {
    keys = Path.of(arguments[0]);
    others = Path.of(arguments[1]);
    testdata = Path.of(arguments[2]);
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put("known answers", OsshkeyTest::knownAnswers);
    cases.put("known answers in direct buffers", OsshkeyTest::knownAnswersInDirectBuffers);
    cases.put("wrong arguments of the derivation", OsshkeyTest::wrongArgumentsOfTheDerivation);
    cases.put("another thread cancels", OsshkeyTest::anotherThreadCancels);
    cases.put("an interruption ends a derivation", OsshkeyTest::anInterruptionEndsADerivation);
    cases.put("many threads derive the same", OsshkeyTest::manyThreadsDeriveTheSame);
    cases.put("a file is shown", OsshkeyTest::aFileIsShown);
    cases.put("notes are told", OsshkeyTest::notesAreTold);
    cases.put("errors say what and where", OsshkeyTest::errorsSayWhatAndWhere);
    cases.put("a forgotten file is freed", OsshkeyTest::aForgottenFileIsFreed);
    cases.put("a closed file is refused", OsshkeyTest::aClosedFileIsRefused);
    cases.put("a callback is asked until it is right", OsshkeyTest::aCallbackIsAskedUntilItIsRight);
    cases.put("what a callback throws", OsshkeyTest::whatACallbackThrowsComesOutAsItself);
    cases.put("a security key", OsshkeyTest::aSecurityKeyHasNoPrivateHalfHere);
    cases.put("closed keys are refused", OsshkeyTest::closedKeysAreRefused);
    for (String name : List.of("rsa", "dsa", "ed25519", "ecdsa256", "ecdsa384", "ecdsa521")) {
      cases.put(name + " in java.security", () -> aKeyIsOneOfJavaSecurity(keys.resolve(name), PASSPHRASE));
      cases.put(name + " and its .pub", () -> aKeyAgreesWithItsPubFile(name));
    }
    cases.put("ed448 in java.security",
        () -> aKeyIsOneOfJavaSecurity(others.resolve("ssh-ed448"), new byte[0]));
    int failed = 0;
    for (Map.Entry<String, Case> one : cases.entrySet()) {
      try {
        one.getValue().run();
      } catch (Throwable any) {
        ++failed;
        System.out.println("FAILED: " + one.getKey());
        any.printStackTrace(System.out);
      }
    }
    System.out.println(cases.size() - failed + " passed, " + failed + " failed");
    System.exit(failed == 0 ? 0 : 1);
  }
}
