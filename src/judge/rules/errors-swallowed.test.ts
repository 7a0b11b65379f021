import { accepts, reports } from '../../../test/evidence-builder.ts';

const found = (path: string) => [`warning errors_swallowed ${path}`];

reports([
  ['except Exception with continue', { 'src/a.py': ['+    except Exception:', '+        continue'] }, found('src/a.py')],
  ['except with pass on one line', { 'src/a.py': ['+    except: pass'] }, found('src/a.py')],
  ['except Exception with return None', { 'src/a.py': ['+    except Exception:', '+        return None'] }, found('src/a.py')],
  ['suppress(Exception)', { 'src/a.py': ['+    with suppress(Exception):'] }, found('src/a.py')],
  ['an empty catch block in JavaScript', { 'src/a.js': ['+} catch (error) {}'] }, found('src/a.js')],
  ['an empty catch block over two lines in Java', { 'src/A.java': ['+  } catch (Exception e) {', '+  }'] }, found('src/A.java')],
  ['rescue with nil', { 'src/a.rb': ['+  rescue StandardError => e', '+    nil'] }, found('src/a.rb')],
  ['recover in Go', { 'src/a.go': ['+\tdefer func() { recover() }()'] }, found('src/a.go')],
]);

accepts([
  [
    'a catch block with a reason',
    { 'src/a.js': ['+} catch {', '+  // Already gone.', '+}', '+try { f(); } catch { /* gone */ }'] },
  ],
  ['one kind of error in Java', { 'src/A.java': ['+  } catch (InterruptedException e) {', '+  }'] }],
  ['one kind of error in Python', { 'src/a.py': ['+    except ValueError:', '+        continue'] }],
  ['a handler that returns a value in Python', { 'src/a.py': ['+    except Exception:', '+        return False'] }],
  ['a handler that returns a value in JavaScript', { 'src/a.js': ['+} catch {', '+  return text;', '+}'] }],
  ['a handler that raises another error', { 'src/a.py': ['+    except Exception as error:', '+        raise FeedError(error)'] }],
  ['an empty catch block in a test', { 'test/a.test.js': ['+try { f(); } catch {}'], 'src/a.js': ['+g();'] }],
]);
